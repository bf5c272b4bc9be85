import { env } from "node:process";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Build:   node_modules/.bin/node node_modules/vite/bin/vite.js build web   → dist/web, served by the server
 * Develop: the same with `web` in place of `build web`; /api goes to API_URL (default: a local `npm start`)
 */
export default defineConfig(({ command }) => {
  // With the NODE_ENV=test of test runners, React would be built for development.
  if (command === "build") env["NODE_ENV"] = "production";
  return {
    plugins: [react(), tailwindcss()],
    build: {
      outDir: "../dist/web",
      emptyOutDir: true,
      target: "es2023",
      // No `data:` addresses: the content security policy forbids them.
      assetsInlineLimit: 0,
    },
    server: {
      host: "127.0.0.1",
      proxy: { "/api": { target: env["API_URL"] ?? "http://127.0.0.1:3000" } },
    },
  };
});
