import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { OrganizationMembership, User } from "../contract/identity.ts";
import { may, type Permission } from "../contract/permissions.ts";
import { readStored, store } from "./browser-storage.ts";

interface CurrentOrganization {
  user: User;
  /** Null if the person belongs to no organization. */
  organization: OrganizationMembership | null;
  choose: (id: string) => void;
}

const Context = createContext<CurrentOrganization | null>(null);

/** Provides the organization of this tab. A new tab starts with that of the tab used last, or else with the first one. */
export function CurrentOrganizationProvider({ user, children }: { user: User; children: ReactNode }) {
  const storageKey = `sizana.organization.${user.id}`;
  const [chosenId, setChosenId] = useState(
    () => readStored(storageKey, "sessionStorage") ?? readStored(storageKey),
  );
  const organization = user.organizations.find(({ id }) => id === chosenId) ?? user.organizations[0] ?? null;
  const currentId = organization?.id;
  useEffect(() => {
    if (currentId === undefined) return undefined;
    store(storageKey, currentId, "sessionStorage");
    const rememberForNewTabs = (): void => store(storageKey, currentId);
    rememberForNewTabs();
    window.addEventListener("focus", rememberForNewTabs);
    return () => window.removeEventListener("focus", rememberForNewTabs);
  }, [storageKey, currentId]);
  return <Context value={{ user, organization, choose: setChosenId }}>{children}</Context>;
}

export function useCurrentOrganization(): CurrentOrganization {
  const value = useContext(Context);
  if (!value) throw new Error("useCurrentOrganization is used outside its provider");
  return value;
}

export const useUser = (): User => useCurrentOrganization().user;

/** The current organization, on screens that need one. */
export function useOrganization(): OrganizationMembership {
  const { organization } = useCurrentOrganization();
  if (!organization) throw new Error("useOrganization is used where there is no organization");
  return organization;
}

export const useMay = (permission: Permission): boolean => may(useOrganization().role, permission);

/** The id of the current organization; empty without one, for example before signing in. */
export const useOrganizationId = (): string => useContext(Context)?.organization?.id ?? "";
