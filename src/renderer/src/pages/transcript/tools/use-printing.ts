import { useEffect, useEffectEvent } from 'react';
import { buildDocument } from '../../../../../shared/exports/document.ts';
import { PRINT_STYLE, writePrinted } from '../../../../../shared/exports/printed-page.ts';
import { leaveOutFillers } from '../../../../../shared/exports/without-fillers.ts';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';

/** Nothing of the window is printed, and nothing of this is seen on the screen. */
const STYLE = `${PRINT_STYLE}
#printed{display:none}
@media print{body>:not(#printed){display:none!important}#printed{display:block}html,body{background:#fff!important}}
`;

/** Whoever prints the page gets the whole transcript on paper, in the look of the PDF. */
export function usePrinting(transcription: Transcription): void {
  const write = useEffectEvent(() => {
    const { choice } = useExport.getState();
    const whole = choice.fillers === 'leave_out' ? leaveOutFillers(transcription) : transcription;
    return writePrinted(buildDocument(whole, choice, true), transcription.language);
  });
  useEffect(() => {
    const printed = document.createElement('div');
    printed.id = 'printed';
    const style = document.createElement('style');
    style.textContent = STYLE;
    const begin = () => {
      printed.innerHTML = write();
      document.head.append(style);
      document.body.append(printed);
    };
    const end = () => {
      printed.replaceChildren();
      printed.remove();
      style.remove();
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      end();
    };
  }, []);
}
