export interface ContactInText {
  email: string | null;
  phone: string | null;
}

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}/u;
/** South African numbers, such as 082 555 1234, and international ones with a plus sign. */
const phone = /(?<![\w+])(?:\+\d[\d ()-]{6,17}\d|\(?0[1-9]\d\)?[ -]?\d{3}[ -]?\d{2}[ -]?\d{2})(?!\w)/;

/** The first email address and the first telephone number in a text. */
export const contactInText = (text: string): ContactInText => ({
  email: email.exec(text)?.[0] ?? null,
  phone: phone.exec(text)?.[0] ?? null,
});
