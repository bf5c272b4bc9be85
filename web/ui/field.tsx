import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ComponentType, type ReactNode, useContext, useId, useState } from "react";
import { clsx } from "clsx";
import { FieldMessages } from "./form.tsx";

const inputStyle =
  "w-full rounded-lg border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-60";

function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={clsx(inputStyle, "h-11 read-only:bg-sunken", className)} {...rest} />;
}

interface SearchInputProps extends ComponentProps<"input"> {
  label: string;
  onText: (text: string) => void;
}

export function SearchInput({ label, onText, ...rest }: SearchInputProps) {
  return (
    <Input
      {...rest}
      type="search"
      aria-label={label}
      maxLength={200}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input type={shown ? "text" : "password"} className={clsx("pr-12", className)} {...rest} />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}

export interface Option {
  value: string;
  label: string;
}

export interface SelectProps extends ComponentProps<"select"> {
  options: readonly Option[];
}

interface FilterSelectsProps<Filter> {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** One menu each: the property of `filter` that it sets, what the property is called, and its options. */
  choices: readonly { name: keyof Filter & string; what: string; options: readonly Option[] }[];
  className?: string;
}

export function FilterSelects<Filter extends object>(props: FilterSelectsProps<Filter>) {
  const { filter, onChange, choices, className } = props;
  return choices.map(({ name, what, options }) => (
    <Select
      key={name}
      className={className}
      aria-label={`Filter by ${what}`}
      value={filter[name] as string}
      onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
      options={options}
    />
  ));
}

export function Select({ className, options, ...rest }: SelectProps) {
  return (
    <select className={clsx(inputStyle, "h-11", className)} {...rest}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={clsx(inputStyle, "min-h-24 py-2", className)} {...rest} />;
}

interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean | undefined;
}

/** Wraps an input component in a field with a label, a hint and an error. */
export function withField<Props extends object>(Control: ComponentType<Props>) {
  return function Field({ label, hint, error: ownError, optional, ...props }: Props & FieldTexts) {
    const id = useId();
    const messages = useContext(FieldMessages);
    const { name } = props as { name?: string };
    const error = ownError ?? (name && messages[name]);
    const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
    const aria = { "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined };
    return (
      <div className="grid content-start gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {optional && <span className="ml-1.5 font-normal text-ink-soft">optional</span>}
        </label>
        <Control {...(props as unknown as Props)} id={id} {...aria} />
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-soft">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="text-xs font-medium text-danger-ink">
            {error}
          </p>
        )}
      </div>
    );
  };
}

export const InputField = withField(Input);
export const PasswordField = withField(PasswordInput);
export const SelectField = withField(Select);
export const TextareaField = withField(Textarea);

export function EmailField(props: Omit<ComponentProps<typeof InputField>, "label">) {
  return (
    <InputField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      {...props}
    />
  );
}

interface NameFieldsProps extends Pick<ComponentProps<typeof InputField>, "optional" | "autoFocus"> {
  firstName?: string | null;
  lastName?: string | null;
}

export function NameFields({ firstName, lastName, optional, autoFocus }: NameFieldsProps) {
  const shared = { optional, maxLength: 100 };
  return (
    <>
      <InputField
        {...shared}
        label="First name"
        name="firstName"
        autoComplete="given-name"
        autoFocus={autoFocus}
        defaultValue={firstName ?? ""}
      />
      <InputField
        {...shared}
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        defaultValue={lastName ?? ""}
      />
    </>
  );
}

export const passwordMinLength = 8;
export const maxPasswordLength = 200;

export function NewPasswordField() {
  return (
    <PasswordField
      label="New password"
      hint={`At least ${passwordMinLength} characters.`}
      name="newPassword"
      required
      minLength={passwordMinLength}
      maxLength={maxPasswordLength}
      autoComplete="new-password"
    />
  );
}

/** A secret of another service: masked, and not autofilled with the person's own password. */
export function SecretField(props: ComponentProps<typeof InputField>) {
  return <InputField {...props} type="password" autoComplete="new-password" />;
}
