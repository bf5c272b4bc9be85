import { Tabs as Radix } from "radix-ui";
import { type ComponentProps, useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation, useSearchParams } from "wouter";

function TabList(props: ComponentProps<typeof Radix.List>) {
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
      className="fade-edge relative inline-flex max-w-full gap-0.5 self-start overflow-x-auto rounded-xl border border-line bg-sunken p-1 sm:gap-1"
      {...props}
    />
  );
}

/** The open tab, kept in the address (`?tab=`) for reloads and shared links. The first one is the default and left out. */
export function useTabInUrl<Name extends string>(
  tabs: readonly [Name, ...Name[]],
): [Name, (tab: string) => void] {
  const [search] = useSearchParams();
  const [path, navigate] = useLocation();
  const named = search.get("tab");
  const open = tabs.find((tab) => tab === named) ?? tabs[0];
  return [open, (tab) => navigate(tab === tabs[0] ? path : `${path}?tab=${tab}`, { replace: true })];
}

interface LabelledTabsProps extends ComponentProps<typeof Radix.Root> {
  label: string;
  tabs: { value: string; label: string; content: ReactNode }[];
  panel: Pick<ComponentProps<typeof Radix.Content>, "className" | "forceMount">;
}

export function LabelledTabs({ label, tabs, panel, ...rest }: LabelledTabsProps) {
  return (
    <Radix.Root {...rest}>
      <TabList aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="inline-flex h-10 items-center gap-2 rounded-lg px-2.5 text-sm font-semibold whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card sm:px-3.5"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </TabList>
      {tabs.map(({ value, content }) => (
        <Radix.Content key={value} value={value} {...panel}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

const panel = { className: "mt-5 grid gap-5" };

/** The tabs below the header of a screen; the open one is kept in the address. */
export function TabsInUrl(props: Pick<LabelledTabsProps, "label" | "tabs">) {
  const [tab, setTab] = useTabInUrl(props.tabs.map(({ value }) => value) as [string, ...string[]]);
  return <LabelledTabs {...props} value={tab} onValueChange={setTab} className="mt-6" panel={panel} />;
}
