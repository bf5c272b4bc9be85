import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useSetBudget } from "./api.ts";

interface BudgetFormProps {
  organizationId: string;
  budgetMicros: number | null;
  currency: string;
}

/** Sets the monthly budget; an empty field removes the limit. */
export function BudgetForm({ organizationId, budgetMicros, currency }: BudgetFormProps) {
  const save = useSetBudget(organizationId);

  function submit(form: HTMLFormElement): void {
    const amount = fieldText(form, "budget").trim();
    save.mutate(amount === "" ? null : Math.round(Number(amount) * 1_000_000));
  }

  return (
    <Card>
      <CardHeader
        title="Monthly budget"
        description="When it is used up, answers are quoted from your documents until next month."
      />
      <Form onSubmit={submit} className="flex max-w-2xl flex-wrap items-start gap-4 p-5 sm:p-6">
        <div className="min-w-0 flex-1 basis-60">
          <InputField
            label={`Budget in ${currency}`}
            hint="Leave empty for no limit."
            name="budget"
            type="number"
            inputMode="decimal"
            min={0}
            max={1_000_000}
            step="0.01"
            autoComplete="off"
            defaultValue={budgetMicros === null ? "" : budgetMicros / 1_000_000}
          />
        </div>
        <Button type="submit" variant="secondary" pending={save.isPending} className="sm:mt-[1.8125rem]">
          Save budget
        </Button>
      </Form>
    </Card>
  );
}
