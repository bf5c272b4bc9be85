import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { businessPresets } from "../../contract/business-presets.ts";
import { demoDocuments } from "../documents.ts";
import type { Api } from "./http.ts";

/** Applies the preset for retailers, uploads the shop's documents, and waits until all have been read. */
export async function seedShop(api: Api, organizationId: string): Promise<void> {
  const organization = `/api/organizations/${organizationId}`;
  const { settings, templateSettings, workflowSettings } = businessPresets.retail;
  await api.call("POST", `${organization}/business-config`, {
    businessType: "retail",
    settings,
    templateSettings,
    workflowSettings,
  });
  for (const { fileName, audience } of demoDocuments) {
    const form = new FormData();
    form.set("type", audience);
    const bytes = await readFile(new URL(`../files/${fileName}`, import.meta.url));
    form.set("file", new Blob([bytes]), fileName);
    await api.call("POST", `${organization}/documents/upload`, form);
  }
  for (;;) {
    const documents = await api.call<{ status: string }[]>("GET", `${organization}/documents`);
    if (documents.every(({ status }) => status !== "processing")) return;
    await delay(50);
  }
}
