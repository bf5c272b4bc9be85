import { type Ref, useRef } from "react";
import { useUser } from "../../current-organization.tsx";
import { personName } from "../../format/person-name.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorText } from "../../ui/form.tsx";
import { useChangePicture } from "./api.ts";

export function PictureField() {
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

/** The hidden file input, which the button beside it opens. */
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
