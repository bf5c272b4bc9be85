import { type Ref, useRef, useState } from "react";
import { useUser } from "../../current-organization.tsx";
import { personName } from "../../format/person-name.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form.tsx";
import { useChangePicture } from "./api.ts";

export function PictureField() {
  const user = useUser();
  const change = useChangePicture();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    setProblem(null);
    try {
      change.mutate(await pictureOfFile(file));
    } catch {
      setProblem("Can't read this file as a picture. Choose a PNG or JPEG file.");
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4 px-5 pt-5 sm:px-6">
      <Avatar
        key={user.profileImageUrl}
        name={personName(user)}
        imageUrl={user.profileImageUrl}
        size="large"
      />
      <div className="flex flex-wrap gap-2">
        <PictureInput ref={input} onFile={(file) => void choose(file)} />
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
      <Refusal className="w-full">{problem}</Refusal>
    </div>
  );
}

/** Chooses a file; the button beside it opens it. */
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
 * The middle square of a picture, as small as it is shown, as base64 of a JPEG file.
 * @throws DOMException when the file is no picture that this browser can read
 */
async function pictureOfFile(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = sidePixels;
  canvas.height = sidePixels;
  const context = canvas.getContext("2d");
  if (!context) throw new DOMException("There is no canvas to draw on.");
  // The background of transparent pictures.
  context.fillStyle = "white";
  context.fillRect(0, 0, sidePixels, sidePixels);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, sidePixels, sidePixels);
  image.close();
  return canvas.toDataURL("image/jpeg", 0.9).replace(/^data:image\/jpeg;base64,/, "");
}
