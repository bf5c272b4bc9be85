import path from "node:path";
import ts from "typescript";

/** A function with a name: a declaration, a method, or a function in a variable. */
export interface NamedFunction {
  name: string;
  file: string;
  lines: number;
  parameters: number;
}

export interface SourceFigures {
  file: string;
  lines: number;
  functions: NamedFunction[];
  /** Relative imports, as paths from the repository's root; imports of types count. */
  imports: string[];
}

/** Measures one TypeScript file. `file` is its path from the repository's root. */
export function measureSource(file: string, text: string): SourceFigures {
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const functions: NamedFunction[] = [];
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isFunctionLike(node) ? nameOf(node) : undefined;
    if (name !== undefined && ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
      functions.push({ name, file, lines: linesOf(source, node), parameters: node.parameters.length });
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      imports.push(...importedFile(file, node.moduleSpecifier));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { file, lines: countLines(text), functions, imports };
}

/** The number of lines of a file. */
export const countLines = (text: string): number => text.replace(/\n$/, "").split("\n").length;

function nameOf(node: ts.SignatureDeclaration): string | undefined {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.getEnd()) - lineAt(node.getStart(source)) + 1;
}

function importedFile(file: string, specifier: ts.Expression): string[] {
  if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return [];
  return [path.posix.join(path.posix.dirname(file), specifier.text)];
}
