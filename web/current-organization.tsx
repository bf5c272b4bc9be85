import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { OrganizationMembership, User } from "../contract/identity.ts";
import { may, type Permission } from "../contract/permissions.ts";
import { readStored, store } from "./browser-storage.ts";

interface CurrentOrganization {
  /** Null when the person belongs to none. */
  organization: OrganizationMembership | null;
  organizations: OrganizationMembership[];
  choose: (id: string) => void;
}

const Context = createContext<CurrentOrganization | null>(null);

/** The choice is remembered per person on this device; the first organization is the default. */
function storageKey(userId: string): string {
  return `sizana.organization.${userId}`;
}

export function CurrentOrganizationProvider({ user, children }: { user: User; children: ReactNode }) {
  const [chosenId, setChosenId] = useState(() => readStored(storageKey(user.id)));
  const value = useMemo<CurrentOrganization>(
    () => ({
      organizations: user.organizations,
      organization:
        user.organizations.find((organization) => organization.id === chosenId) ??
        user.organizations[0] ??
        null,
      choose: (id) => {
        setChosenId(id);
        store(storageKey(user.id), id);
      },
    }),
    [user, chosenId],
  );
  return <Context value={value}>{children}</Context>;
}

export function useCurrentOrganization(): CurrentOrganization {
  const value = useContext(Context);
  if (!value) throw new Error("useCurrentOrganization is used outside its provider");
  return value;
}

/** The organization whose screen this is. */
export function useOrganization(): OrganizationMembership {
  const { organization } = useCurrentOrganization();
  if (!organization) throw new Error("useOrganization is used where there is no organization");
  return organization;
}

/** Whether the person's role in the organization permits something. */
export function useMay(permission: Permission): boolean {
  return may(useOrganization().role, permission);
}

/** The id of the organization; empty where there is none, as before signing in. */
export function useOrganizationId(): string {
  return useContext(Context)?.organization?.id ?? "";
}
