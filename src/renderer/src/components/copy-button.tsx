import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toasts } from '../stores/toasts.ts';
import { Button } from './button.tsx';

type CopyButtonProps = {
  text: () => string | Promise<string>;
  children: string;
  look?: 'primary' | 'plain';
  /** Only an icon in narrow windows. */
  narrow?: boolean;
};

/** Copies and says so for two seconds, without changing its width. */
export function CopyButton({ text, children, look = 'plain', narrow = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setCopied(true);
    } catch {
      toasts.add({
        title: 'Not copied',
        description: 'The browser did not allow it. Select the text and copy it yourself.',
      });
    }
  };

  const label = narrow ? 'max-lg:sr-only' : '';
  return (
    <Button
      look={look}
      onClick={copy}
      {...(narrow && { title: children })}
      className={narrow ? 'h-8! shrink-0 max-lg:px-2.5!' : ''}
    >
      <span className="grid">
        <span className={`${FACE} ${copied ? 'invisible' : ''}`}>
          <Copy aria-hidden />
          <span className={label}>{children}</span>
        </span>
        <span className={`${FACE} ${copied ? '' : 'invisible'}`}>
          <Check aria-hidden />
          <span className={label}>Copied</span>
        </span>
      </span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}

/** Both lie on each other, so that the button is as wide as the wider one. */
const FACE = 'flex items-center justify-center gap-2 [grid-area:1/1]';
