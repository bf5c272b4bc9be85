import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./query-client.ts";
import { App } from "./router.tsx";
import "./styles.css";
import { LoadFailed } from "./ui/load-failed.tsx";
import { Toaster } from "./ui/toaster.tsx";
import { announceUnauthorized } from "./unauthorized.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with id root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient(announceUnauthorized)}>
      <LoadFailed>
        <App />
      </LoadFailed>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
