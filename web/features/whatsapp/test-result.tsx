import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import type { WhatsappTest } from "../../../contract/whatsapp.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";

const tokenTexts: Record<WhatsappTest["token"], string> = {
  accepted: "Meta accepted the access token",
  refused: "Meta refused the access token for this phone number ID. Correct one of them.",
  unreachable: "Can't reach Meta. Try again in a few minutes.",
  unreadable: "The saved access token can't be read. Enter it again.",
};

/** The result of a test, one line per requirement. */
export function TestResult({ result }: { result: WhatsappTest }) {
  const { token, displayPhoneNumber, hasAppSecret, lastMessageAt } = result;
  return (
    <ul role="status" aria-label="Test result" className="mt-3 grid gap-1.5 text-sm">
      <Line state={token === "accepted" ? "good" : token === "unreachable" ? "open" : "bad"}>
        {tokenTexts[token]}
        {displayPhoneNumber && ` for ${displayPhoneNumber}`}
      </Line>
      <Line state={hasAppSecret ? "good" : "bad"}>
        {hasAppSecret
          ? "The app secret is set"
          : "The app secret is missing, so incoming messages are refused"}
      </Line>
      <Line state={lastMessageAt ? "good" : "open"}>
        {lastMessageAt ? (
          <>
            Last message received <RelativeTime iso={lastMessageAt} />
          </>
        ) : (
          "No messages received yet"
        )}
      </Line>
    </ul>
  );
}

const lineStyles = {
  good: { icon: CircleCheck, colour: "text-fynbos-ink" },
  bad: { icon: CircleX, colour: "text-danger-ink" },
  open: { icon: Clock3, colour: "text-ochre-ink" },
};

function Line({ state, children }: { state: keyof typeof lineStyles; children: ReactNode }) {
  const { icon: Icon, colour } = lineStyles[state];
  return (
    <li className={`flex gap-2 font-medium ${colour}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </li>
  );
}
