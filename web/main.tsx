import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./query-client.ts";
import { App } from "./router.tsx";
import "./styles.css";
import { LoadFailed } from "./ui/load-failed.tsx";
import { Toaster } from "./ui/toaster.tsx";
import { announceUnauthorized } from "./unauthorized.ts";

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient(announceUnauthorized)}>
      <LoadFailed>
        <App />
      </LoadFailed>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
