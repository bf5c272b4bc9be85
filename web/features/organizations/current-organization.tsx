import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { OrganizationMembership, User } from "../../../contract/identity.ts";

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

function remembered(userId: string): string | null {
  try {
    return localStorage.getItem(storageKey(userId));
  } catch {
    return null;
  }
}

export function CurrentOrganizationProvider({ user, children }: { user: User; children: ReactNode }) {
  const [chosenId, setChosenId] = useState(() => remembered(user.id));
  const value = useMemo<CurrentOrganization>(
    () => ({
      organizations: user.organizations,
      organization:
        user.organizations.find((organization) => organization.id === chosenId) ??
        user.organizations[0] ??
        null,
      choose: (id) => {
        setChosenId(id);
        try {
          localStorage.setItem(storageKey(user.id), id);
        } catch {
          // Storage is blocked: the choice lasts until the page is left.
        }
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
