import { ArrowRight, BookOpenText, Bot, Building2, ChartColumn, FileText, Headset } from "lucide-react";
import { serverPaths } from "../paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { tints } from "../ui/tints.ts";
import { ThemeToggle } from "../ui/theme.tsx";
import { AnswerPicture } from "../features/landing/answer-picture.tsx";

const features = [
  {
    title: "Document Processing",
    text: "Upload PDF and Word files as they are. Sizana reads headings, tables, columns and footnotes, and a new version replaces the old one.",
    icon: FileText,
    tint: "clay",
  },
  {
    title: "Intelligent Chatbots",
    text: "Ask in your own words. Every answer shows its source, and the assistant says so when your documents don't have the answer.",
    icon: Bot,
    tint: "ochre",
  },
  {
    title: "Multi-Tenant Support",
    text: "Run several organizations side by side. Each keeps its documents private: no other organization can read or search them.",
    icon: Building2,
    tint: "fynbos",
  },
  {
    title: "Internal Knowledge Base",
    text: "Leave, expenses, procedures, events: your team finds the current policy without asking HR twice.",
    icon: BookOpenText,
    tint: "sky",
  },
  {
    title: "External Customer Support",
    text: "Answer customers' questions about prices, products and returns on your own site, on WhatsApp or from a ticket.",
    icon: Headset,
    tint: "plum",
  },
  {
    title: "Analytics & Insights",
    text: "See what people ask, how fast they get answers, how they rate them and which documents are missing.",
    icon: ChartColumn,
    tint: "stone",
  },
] as const;

const year = new Date().getFullYear();

export function Landing() {
  return (
    <div className="min-h-dvh overflow-x-clip">
      <title>Sizana: answers from your own documents</title>
      <header className="sticky top-0 z-40 border-b border-line bg-paper/90 backdrop-blur">
        <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-3 px-4 sm:px-8">
          <Logo />
          <div className="flex items-center gap-1 sm:gap-3">
            <ThemeToggle className="text-ink-soft hover:bg-sunken hover:text-ink" />
            <LinkButton outside variant="secondary" href={serverPaths.login} label="Sign In" />
          </div>
        </div>
      </header>
      <main>
        <Hero />
        <Features />
        <CallToAction />
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-4 px-4 py-8 sm:px-8">
          <Logo />
          <p className="text-sm text-ink-soft">© {year} Sizana. Open source under Apache-2.0.</p>
        </div>
      </footer>
    </div>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-12 px-4 pt-12 pb-20 sm:px-8 sm:pt-20 lg:grid-cols-[1.05fr_1fr] lg:gap-16 lg:pb-28">
      <div>
        <h1 className="text-[clamp(2.4rem,6.2vw,4.25rem)] leading-[1.02] font-extrabold tracking-[-0.03em]">
          Your documents know the answer.
        </h1>
        <p className="mt-6 max-w-xl text-lg text-ink-soft sm:text-xl sm:leading-relaxed">
          Sizana answers your team and your customers from the policies, price lists and catalogues you
          already have, and shows the page behind every answer.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <LinkButton outside size="large" href={serverPaths.getStarted}>
            Get Started
            <ArrowRight aria-hidden className="size-5" />
          </LinkButton>
          <LinkButton outside size="large" variant="secondary" href="#features" label="Learn More" />
        </div>
        <p className="mt-8 text-sm text-ink-soft">
          <em>Sizana</em> is isiZulu for “help one another”.
        </p>
      </div>
      <AnswerPicture />
    </section>
  );
}

function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-7xl px-4 py-20 sm:px-8 sm:py-24">
        <h2 id="features-title" className="max-w-2xl text-2xl font-bold tracking-tight sm:text-3xl">
          One place for everything your organization knows, for your team and your customers
        </h2>
        <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ title, text, icon: Icon, tint }) => (
            <li key={title} className="rounded-2xl border border-line bg-paper p-6">
              <span className={`grid size-12 place-items-center rounded-xl ${tints[tint]}`}>
                <Icon aria-hidden className="size-6" />
              </span>
              <h3 className="mt-5 text-lg font-semibold">{title}</h3>
              <p className="mt-2 text-sm text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function CallToAction() {
  return (
    <section className="mx-auto max-w-7xl px-4 py-20 sm:px-8 sm:py-24">
      <div className="overflow-hidden rounded-3xl bg-rail text-rail-ink">
        <div aria-hidden className="beadwork h-4" />
        <div className="flex flex-col items-start gap-8 px-6 py-12 sm:px-12 sm:py-16 lg:flex-row lg:items-center lg:justify-between">
          <div className="max-w-2xl">
            <h2 className="text-2xl font-bold tracking-tight sm:text-3xl">
              Upload one document. Ask one question.
            </h2>
            <p className="mt-3 text-lg text-rail-soft">
              That's the whole trial, and it takes two minutes. Start with the file people ask you about most.
            </p>
          </div>
          <LinkButton outside size="large" variant="contrast" href={serverPaths.getStarted}>
            Start Free Trial
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
