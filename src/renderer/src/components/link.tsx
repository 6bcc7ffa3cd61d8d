import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from '../router.ts';

/** A link to a page of this window; with a modifier key it is an ordinary link. */
export function Link({ href = '/', onClick, ...props }: ComponentProps<'a'>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || modified || event.button !== 0) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...props} href={href} onClick={follow} />;
}

/** A link within a sentence. */
export function TextLink(props: ComponentProps<'a'>) {
  return <Link {...props} className="text-accent underline underline-offset-2" />;
}
