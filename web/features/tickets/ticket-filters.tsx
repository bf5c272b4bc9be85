import type { TicketPerson } from "../../../contract/tickets.ts";
import { Input, Select } from "../../ui/field.tsx";
import type { TicketFilter } from "./api.ts";
import { categoryLabels, optionsOf, personName, priorityBadges, statusBadges } from "./ticket-labels.ts";

interface TicketFiltersProps {
  filter: TicketFilter;
  members: TicketPerson[];
  onChange: (filter: TicketFilter) => void;
}

/** Search, and what to narrow the list of tickets down by. */
export function TicketFilters({ filter, members, onChange }: TicketFiltersProps) {
  const people = members.map((person) => ({ value: person.id, label: personName(person) }));
  const categories = Object.entries(categoryLabels).map(([value, label]) => ({ value, label }));
  const choices = [
    { name: "status", every: "All statuses", options: optionsOf(statusBadges) },
    { name: "priority", every: "All priorities", options: optionsOf(priorityBadges) },
    { name: "category", every: "All categories", options: categories },
    {
      name: "assignedTo",
      what: "assignee",
      every: "All assignees",
      options: [{ value: "nobody", label: "Unassigned" }, ...people],
    },
  ] as const;
  return (
    <div className="grid w-full grid-cols-2 gap-2.5 md:grid-cols-[minmax(12rem,1fr)_repeat(4,minmax(0,10.5rem))]">
      <Input
        type="search"
        aria-label="Search tickets"
        placeholder="Search tickets..."
        maxLength={200}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
        className="col-span-2 md:col-span-1"
      />
      {choices.map(({ name, every, options, ...choice }) => (
        <Select
          className="max-sm:px-1.5"
          key={name}
          aria-label={`Filter by ${"what" in choice ? choice.what : name}`}
          value={filter[name]}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
        >
          <option value="">{every}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}
