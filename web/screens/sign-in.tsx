import { Link, useLocation } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { paths } from "../paths.ts";

export function SignInScreen() {
  const [, navigate] = useLocation();
  return (
    <AuthPage
      title="Sign in"
      intro={
        <>
          New here?{" "}
          <Link href={paths.signUp} className="font-semibold text-accent-text underline underline-offset-4">
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm onSignedIn={() => navigate(paths.home)} />
    </AuthPage>
  );
}
