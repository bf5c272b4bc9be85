import { crc32, deflateRawSync } from "node:zlib";

/** The files of a zip archive, by name. */
export type Members = Record<string, string | Uint8Array>;

export interface ZipOptions {
  /** Writes sizes and checksum after the data instead of before it, as streaming writers do. */
  sizesBehind?: boolean;
  /** Omits the directory, as in a truncated upload. */
  withoutDirectory?: boolean;
  /** Claims these inflated sizes instead of the true ones. */
  claimedSize?: number;
}

/** Writes a zip archive, with control over details that libraries don't offer. */
export function zip(members: Members, options: ZipOptions = {}): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data, { level: 1 });
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(options.claimedSize ?? data.length, 8);
    const behind = options.sizesBehind === true;
    const common = Buffer.alloc(10);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(behind ? 8 : 0, 2);
    common.writeUInt16LE(8, 4);
    const nameBytes = Buffer.from(name);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(nameBytes.length, 0);
    const local = Buffer.concat([
      Buffer.from("PK\x03\x04", "latin1"),
      common,
      behind ? Buffer.alloc(12) : sizes,
      lengths,
      nameBytes,
      packed,
      behind ? Buffer.concat([Buffer.from("PK\x07\x08", "latin1"), sizes]) : Buffer.alloc(0),
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, sizes, lengths, rest, nameBytes]),
    );
    locals.push(local);
    offset += local.length;
  }
  if (options.withoutDirectory === true) return Buffer.concat(locals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relationshipTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const wordNamespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${relationshipTypes}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
].join(" ");

export interface DocxParts {
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  /** Relationships of the main part besides those of the parts given here. */
  relationships?: string;
  members?: Members;
}

/** The files of a .docx with this body and these parts, each given as its inner XML. */
export function docxMembers(body: string, parts: DocxParts = {}): Members {
  const members: Members = {
    "[Content_Types].xml": `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": relationships(
      `<Relationship Id="r1" Type="${relationshipTypes}/officeDocument" Target="word/document.xml"/>`,
    ),
    "word/document.xml": `${header}<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
  };
  let own = parts.relationships ?? "";
  for (const kind of ["styles", "numbering", "footnotes", "endnotes"] as const) {
    const content = parts[kind];
    if (content === undefined) continue;
    members[`word/${kind}.xml`] = `${header}<w:${kind} ${wordNamespaces}>${content}</w:${kind}>`;
    own += `<Relationship Id="${kind}" Type="${relationshipTypes}/${kind}" Target="${kind}.xml"/>`;
  }
  members["word/_rels/document.xml.rels"] = relationships(own);
  return { ...members, ...parts.members };
}

export function docx(body: string, parts: DocxParts = {}, options: ZipOptions = {}): Uint8Array {
  return zip(docxMembers(body, parts), options);
}

function relationships(inner: string): string {
  return `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
}

/** A paragraph with one run; properties are inner XML. */
export function paragraph(text: string, properties = "", runProperties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${runProperties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A table of one-paragraph cells. */
export function table(rows: string[][], firstRowProperties = ""): string {
  const cells = (row: string[]) => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join("");
  const lines = rows.map(
    (row, index) => `<w:tr><w:trPr>${index === 0 ? firstRowProperties : ""}</w:trPr>${cells(row)}</w:tr>`,
  );
  return `<w:tbl><w:tblPr/>${lines.join("")}</w:tbl>`;
}
