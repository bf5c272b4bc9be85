import { Link, useLocation } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { SignUpForm } from "../features/auth/sign-up-form.tsx";
import { paths } from "../paths.ts";

export function SignUpScreen() {
  const [, navigate] = useLocation();
  return (
    <AuthPage
      title="Create your account"
      intro={
        <>
          Already have one?{" "}
          <Link href={paths.signIn} className="font-semibold text-accent-text underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm onSignedUp={() => navigate(paths.home)} />
    </AuthPage>
  );
}
