import type { ProfileUpdate, User } from "../../../contract/identity.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/field.tsx";
import { fieldText, Form, Refusal } from "../../ui/form.tsx";
import { useUpdateProfile } from "./api.ts";
import { PictureField } from "./picture-field.tsx";

export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateProfile();

  return (
    <Card title="Profile" description="How you appear to your colleagues.">
      <PictureField user={user} />
      <Form
        onSubmit={(form) => update.mutate(profileOf(form))}
        className="grid max-w-2xl gap-5 p-5 sm:grid-cols-2 sm:p-6"
      >
        <InputField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={user.firstName ?? ""}
        />
        <InputField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={user.lastName ?? ""}
        />
        <InputField
          label="Date of birth"
          hint="For example, 1990-04-27."
          name="dateOfBirth"
          inputMode="numeric"
          autoComplete="bday"
          placeholder="YYYY-MM-DD"
          pattern="\d{4}-\d{2}-\d{2}"
          title="Use the format YYYY-MM-DD"
          maxLength={10}
          defaultValue={user.dateOfBirth?.slice(0, 10) ?? ""}
        />
        <InputField
          label="Email"
          hint="You sign in with this address."
          type="email"
          value={user.email}
          readOnly
        />
        <Refusal className="sm:col-span-2">{sentenceOf(update.error)}</Refusal>
        <div className="sm:col-span-2">
          <Button type="submit" pending={update.isPending}>
            Save changes
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The trimmed fields, without empty ones. */
function profileOf(form: HTMLFormElement): ProfileUpdate {
  const profile: ProfileUpdate = {};
  for (const name of ["firstName", "lastName", "dateOfBirth"] as const) {
    const text = fieldText(form, name).trim();
    if (text) profile[name] = text;
  }
  return profile;
}
