import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { toasts } from '../stores/toasts.ts';
import { Button } from './button.tsx';

type CopyButtonProps = {
  text: () => string | Promise<string>;
  children: string;
  look?: 'primary' | 'plain';
};

/** Copies and says so for two seconds, without changing its width. */
export function CopyButton({ text, children, look = 'plain' }: CopyButtonProps) {
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

  return (
    <Button look={look} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span className="grid justify-items-start">
        <span className={`[grid-area:1/1] ${copied ? 'invisible' : ''}`}>{children}</span>
        <span className={`[grid-area:1/1] ${copied ? '' : 'invisible'}`}>Copied</span>
      </span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
