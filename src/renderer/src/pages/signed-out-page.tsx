import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import iconUrl from '../icon.svg';

/** Shown when the service does not know this browser. */
export function SignedOutPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-6 py-12">
      <img src={iconUrl} alt="" className="size-12" />
      <div className="space-y-2">
        <PageHeading title="Sign in">Sign in to Steno</PageHeading>
        <p className="text-soft">
          Your recordings are private, so this page only opens with a sign-in link. Get one on the
          computer where Steno runs, then open it in this browser. A link works once.
        </p>
      </div>
      {window.steno ? (
        <p>This window was signed out. Close it and open Steno again.</p>
      ) : (
        <>
          <div className="space-y-2">
            <CodeBlock label="In a terminal" code="steno sign-in" />
            <p className="text-sm text-soft">
              In a folder of Steno’s source: <code>npm run steno sign-in</code>
            </p>
          </div>
          <div>
            <Button onClick={() => location.reload()}>I’m signed in, show my library</Button>
          </div>
        </>
      )}
    </main>
  );
}
