/** Two people talking, one reaching under the other: an S. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className ?? "size-8"}>
      <rect width="32" height="32" rx="8" fill="#a53c18" />
      <path d="M10.5 6H22a4 4 0 0 1 0 8H6v-3.5A4.5 4.5 0 0 1 10.5 6Z" fill="#fff6e9" />
      <path d="M21.5 26H10a4 4 0 0 1 0-8h16v3.5a4.5 4.5 0 0 1-4.5 4.5Z" fill="#f2b33d" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="font-display text-xl font-bold tracking-tight">Sizana</span>
    </span>
  );
}
