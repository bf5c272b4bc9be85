import { useState } from "react";
import { type Authentication, useAuthentication } from "./api.ts";

/** Whether the person was already signed in when they opened this screen. */
export function useArrivedSignedIn(): boolean {
  const { state } = useAuthentication();
  const [arrival, setArrival] = useState<Authentication["state"] | null>(null);
  if (arrival === null && state !== "loading") setArrival(state);
  return arrival === "signed-in";
}
