import { type Ref, useRef } from "react";
import { useUser } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { SubmitButton, Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField, NameFields } from "../../ui/field.tsx";
import { filledTexts, Form, ErrorText } from "../../ui/form.tsx";
import { useUpdateProfile, useChangePicture } from "./api.ts";
import { personName } from "../../format/person-name.ts";
import { Avatar } from "../../ui/avatar.tsx";

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

function PictureField() {
  const user = useUser();
  const change = useChangePicture();
  const input = useRef<HTMLInputElement>(null);
  const isUnreadable = change.error instanceof DOMException;
  return (
    <div className="flex flex-wrap items-center gap-4 px-5 pt-5 sm:px-6">
      <Avatar
        key={user.profileImageUrl}
        name={personName(user)}
        imageUrl={user.profileImageUrl}
        size="large"
      />
      <div className="flex flex-wrap gap-2">
        <PictureInput ref={input} onFile={(file) => change.mutate(() => pictureOfFile(file))} />
        <Button size="small" pending={change.isPending} onClick={() => input.current?.click()}>
          {user.profileImageUrl ? "Change picture" : "Add picture"}
        </Button>
        {user.profileImageUrl && (
          <Button
            variant="ghost"
            size="small"
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
            label="Remove picture"
          />
        )}
      </div>
      <ErrorText className="w-full">
        {isUnreadable && "Can't read this file as a picture. Choose a PNG or JPEG file."}
      </ErrorText>
    </div>
  );
}

function PictureInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/png,image/jpeg,image/webp"
      aria-label="Profile picture"
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        if (file) onFile(file);
        event.target.value = "";
      }}
    />
  );
}

const sidePixels = 256;

/**
 * The central square of a picture, scaled to `sidePixels`, as the base64 of a JPEG file.
 * @throws DOMException when the browser cannot read the file as a picture
 */
async function pictureOfFile(file: File): Promise<{ data: string }> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = sidePixels;
  canvas.height = sidePixels;
  const context = canvas.getContext("2d");
  if (!context) throw new DOMException("This browser has no 2D canvas.");
  // JPEG has no transparency, so transparent pictures get a white background.
  context.fillStyle = "white";
  context.fillRect(0, 0, sidePixels, sidePixels);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, sidePixels, sidePixels);
  image.close();
  return { data: canvas.toDataURL("image/jpeg", 0.9).replace(/^data:image\/jpeg;base64,/, "") };
}
