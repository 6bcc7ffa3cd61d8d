import { useEffect, useEffectEvent } from 'react';
import { inWording } from '../../../../../shared/exports/chosen-wording.ts';
import { buildDocument } from '../../../../../shared/exports/export-document.ts';
import { lineStyle } from '../../../../../shared/exports/printed-lines.ts';
import { PRINT_STYLE, writePrinted } from '../../../../../shared/exports/printed-page.ts';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { listen } from '../../../event-listeners.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { usePlaced } from '../highlights/placed-highlights.ts';

/** Nothing of the window is printed, and nothing of this is seen on the screen. */
const STYLE = `${PRINT_STYLE}
#printed{display:none}
@media print{body>:not(#printed){display:none!important}#printed{display:block}html,body{background:white!important}}
`;

/** Printing the page puts the whole transcript on paper, in the look of the PDF. */
export function usePrinting(transcription: Transcription): void {
  const write = useEffectEvent(() => {
    const { choice } = useExport.getState();
    const { highlights } = usePlaced.getState();
    const marking = {
      highlights: choice.highlights === 'include' ? highlights : [],
      segments: transcription.result?.segments ?? [],
      only: false,
    };
    const read = inWording(transcription, choice.wording);
    const document = buildDocument(read, choice, true, marking);
    return {
      page: writePrinted(document),
      look: STYLE + lineStyle(document, choice.paper),
    };
  });
  useEffect(() => {
    const printed = document.createElement('div');
    printed.id = 'printed';
    const style = document.createElement('style');
    const begin = () => {
      const { page, look } = write();
      printed.innerHTML = page;
      style.textContent = look;
      document.head.append(style);
      document.body.append(printed);
    };
    const end = () => {
      printed.replaceChildren();
      printed.remove();
      style.remove();
    };
    const stop = listen(window, { beforeprint: begin, afterprint: end });
    return () => {
      stop();
      end();
    };
  }, []);
}
