import { PlugZap } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./query-list.tsx";

/** Replaces a part of the page whose code did not load or that threw while rendering. */
export class LoadFailed extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        role="alert"
        icon={PlugZap}
        tone="danger"
        title="This part of the page didn't load"
        description="Sizana may have been updated. Reload the page to continue."
        action={<Button onClick={() => window.location.reload()} label="Reload page" />}
      />
    );
  }
}
