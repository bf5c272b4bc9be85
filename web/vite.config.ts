import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "node:process";
import { brotliCompressSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Writes a .br file beside each text file, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(?:js|css|html|svg)$/u.test(file)) continue;
        const source = path.join(folder, file);
        writeFileSync(`${source}.br`, brotliCompressSync(readFileSync(source)));
      }
    },
  };
}

/**
 * Build:   node_modules/.bin/node node_modules/vite/bin/vite.js build web   → dist/web, served by the server
 * Develop: the same with `web` in place of `build web`; /api goes to API_URL (default: a local `npm start`)
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // No data: addresses, so that a strict content security policy holds.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: env["API_URL"] ?? "http://127.0.0.1:3000" } },
  },
});
