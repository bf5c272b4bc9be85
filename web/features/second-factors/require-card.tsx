import { useMay } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useRequireSecondFactor, useSecurity } from "./api.ts";

const label = "Require two-step verification";

export function RequireSecondFactorCard() {
  const security = useSecurity();
  const change = useRequireSecondFactor();
  const mayChange = useMay("require two-step verification");
  if (!security.data) return null;
  const { requireSecondFactor, membersWithout } = security.data;
  return (
    <Card
      title={label}
      description="Members without it must set it up when they next sign in. Single sign-on counts as a second step."
      actions={
        <Switch
          label={label}
          checked={requireSecondFactor}
          disabled={change.isPending || !mayChange}
          onChange={(isRequired) => change.mutate(isRequired)}
        />
      }
    >
      <p className="px-5 pt-2 pb-5 text-sm text-ink-soft sm:px-6">
        {membersWithout === 0
          ? "All members have set it up."
          : membersWithout === 1
            ? "1 member hasn't set it up."
            : `${membersWithout} members haven't set it up.`}
      </p>
    </Card>
  );
}
