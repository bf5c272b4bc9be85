const sidePixels = 256;

/**
 * The middle square of a picture, as small as it is shown, as base64 of a JPEG file.
 * @throws DOMException when the file is no picture that this browser can read
 */
export async function pictureOfFile(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = sidePixels;
  canvas.height = sidePixels;
  const context = canvas.getContext("2d");
  if (!context) throw new DOMException("There is no canvas to draw on.");
  // Where the picture is transparent.
  context.fillStyle = "white";
  context.fillRect(0, 0, sidePixels, sidePixels);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, sidePixels, sidePixels);
  image.close();
  return canvas.toDataURL("image/jpeg", 0.9).replace(/^data:image\/jpeg;base64,/, "");
}
