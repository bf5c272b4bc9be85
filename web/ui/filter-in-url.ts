import { useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { readStored, store } from "../browser-storage.ts";

const storageKey = (path: string): string => `sizana.filter ${path}`;

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
