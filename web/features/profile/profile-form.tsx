import { useUser } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField, NameFields } from "../../ui/field.tsx";
import { filledTexts, Form, ErrorText } from "../../ui/form.tsx";
import { useUpdateProfile } from "./api.ts";
import { PictureField } from "./picture-field.tsx";

export function ProfileForm() {
  const user = useUser();
  const update = useUpdateProfile();

  return (
    <Card title="Profile" description="How you appear to your colleagues.">
      <PictureField />
      <Form
        onSubmit={(form) => update.mutate(filledTexts(form))}
        error={update.error}
        className="grid max-w-2xl gap-5 p-5 sm:grid-cols-2 sm:p-6"
      >
        <NameFields firstName={user.firstName} lastName={user.lastName} />
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
        <ErrorText className="sm:col-span-2">{serverMessage(update.error)}</ErrorText>
        <div className="sm:col-span-2">
          <SubmitButton label="Save changes" pending={update.isPending} />
        </div>
      </Form>
    </Card>
  );
}
