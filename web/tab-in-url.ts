import { useLocation, useSearch } from "wouter";

/**
 * The open tab of a screen, kept in the address (`?tab=`) so that a reload or a shared link opens it.
 * The first of `tabs` is the default and is left out of the address.
 */
export function useTabInUrl<Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
): [Tab, (tab: string) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const named = new URLSearchParams(search).get("tab");
  const open = tabs.find((tab) => tab === named) ?? tabs[0];
  return [open, (tab) => navigate(tab === tabs[0] ? path : `${path}?tab=${tab}`, { replace: true })];
}
