import { useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { forgetStored, readStored, store } from "../browser-storage.ts";

const prefix = "sizana.filter ";
const storageKey = (path: string): string => `${prefix}${path}`;

/**
 * The filter of a list, kept in the address, so that it is still set after opening a row and going back. Values as in
 * `noFilter` are left out.
 */
export function useFilterInUrl<Filter extends Record<string, string>>(
  noFilter: Filter,
): [Filter, (filter: Filter) => void] {
  const [search] = useSearchParams();
  const [path, navigate] = useLocation();
  const query = search.size > 0 ? `?${search}` : "";
  useEffect(() => store(storageKey(path), query, "sessionStorage"), [path, query]);
  const values = Object.entries(noFilter).map(([name, none]) => [name, search.get(name) ?? none]);
  function change(filter: Filter): void {
    const changed = new URLSearchParams(search);
    for (const [name, value] of Object.entries(filter)) {
      if (value === noFilter[name]) changed.delete(name);
      else changed.set(name, value);
    }
    navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
  }
  return [Object.fromEntries(values) as Filter, change];
}

/** The path of a list with the filter that was last set in this tab, for the way back from one of its rows. */
export const filteredPath = (path: string): string =>
  `${path}${readStored(storageKey(path), "sessionStorage") ?? ""}`;

/** Forgets the filters of this tab, which may search for a customer's name. */
export const forgetFilters = (): void => forgetStored(prefix);
