import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** A tooltip for its only child, which must be focusable. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-90 max-w-72 rounded-lg bg-ink px-3 py-1.5 text-xs font-medium text-paper shadow-float animate-appear"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
