import { Tabs as Radix } from "radix-ui";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { clsx } from "clsx";

export const Tabs = Radix.Root;

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null);
  // Scrolls to the active tab, which may be out of sight on narrow screens.
  useLayoutEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[data-state=active]");
    // `scrollIntoView` would also scroll the page.
    if (active && list.current) {
      list.current.scrollLeft = active.offsetLeft + active.offsetWidth - list.current.clientWidth;
    }
  }, []);
  return (
    <Radix.List
      ref={list}
      className={clsx(
        "relative inline-flex max-w-full gap-0.5 sm:gap-1 overflow-x-auto rounded-xl border border-line bg-sunken p-1",
        className,
      )}
      {...rest}
    />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        "inline-flex h-10 items-center gap-2 rounded-lg px-2.5 sm:px-3.5 text-sm font-semibold whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card",
        className,
      )}
      {...rest}
    />
  );
}

export const TabPanel = Radix.Content;
