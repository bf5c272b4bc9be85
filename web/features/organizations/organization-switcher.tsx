import { Building2, Check, ChevronsUpDown, Plus } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { useMayCreateOrganization } from "./api.ts";
import { CreateOrganizationDialog } from "./create-organization.tsx";
import { useCurrentOrganization } from "../../current-organization.tsx";

const itemStyle =
  "flex items-center gap-2 rounded-lg px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-sunken";

export function OrganizationSwitcher() {
  const { user, organization } = useCurrentOrganization();
  const name = organization?.name ?? "Select Organization";
  const mayCreate = useMayCreateOrganization();
  const [creating, setCreating] = useState(false);
  const isEmpty = user.organizations.length === 0 && !mayCreate;
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          disabled={isEmpty}
          aria-label={`Organization: ${name}`}
          className="flex w-full items-center gap-3 rounded-xl border border-rail-line bg-rail-raised/60 px-3 py-2.5 text-left transition-colors enabled:hover:bg-rail-raised focus-visible:outline-rail-ink"
        >
          <Building2 aria-hidden className="size-5 shrink-0 text-rail-soft" />
          <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
          {!isEmpty && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-rail-soft" />}
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          align="start"
          sideOffset={6}
          className="z-60 max-h-80 w-(--radix-dropdown-menu-trigger-width) overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-ink shadow-float animate-appear"
        >
          <Organizations />
          {mayCreate && (
            <DropdownMenu.Item
              onSelect={() => setCreating(true)}
              className={`${itemStyle} font-semibold text-accent-text`}
            >
              <Plus aria-hidden className="size-4" />
              New organization
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {creating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function Organizations() {
  const { user, organization, choose } = useCurrentOrganization();
  if (user.organizations.length === 0) return null;
  return (
    <>
      <DropdownMenu.Label className="px-2.5 py-1.5 text-xs text-ink-soft">
        Switch organization
      </DropdownMenu.Label>
      {user.organizations.map(({ id, name }) => (
        <DropdownMenu.Item key={id} onSelect={() => choose(id)} className={itemStyle}>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {id === organization?.id && <Check aria-label="current" className="size-4 text-accent-text" />}
        </DropdownMenu.Item>
      ))}
    </>
  );
}
