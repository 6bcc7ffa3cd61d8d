import type { ReactNode } from 'react';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { Contents } from './contents.tsx';

type SidebarProps = {
  chapters: readonly Chapter[];
  /** The recording's own picture, where it has one. */
  picture: ReactNode;
  /** What only a wide window has room for. */
  children: ReactNode;
};

/** Always in view: the picture and the contents, in a wide window a column each; in a narrow one only the picture. */
export function Sidebar({ chapters, picture, children }: SidebarProps) {
  return (
    <div className="text-sm max-lg:contents lg:sticky lg:top-(--sidebar-top) lg:col-end-[-1] lg:row-start-1 lg:flex lg:max-h-(--sidebar-height) lg:flex-col lg:gap-4 lg:self-start 2xl:contents">
      <div className="max-lg:contents 2xl:sticky 2xl:top-(--sidebar-top) 2xl:col-end-[-1] 2xl:row-start-1 2xl:max-h-(--sidebar-height) 2xl:space-y-6 2xl:self-start 2xl:overflow-y-auto 2xl:overscroll-contain">
        {picture && (
          <div
            data-stays
            className="max-lg:sticky max-lg:top-(--head) max-lg:z-4 max-lg:-mx-4 max-lg:mb-4 max-lg:bg-page max-lg:py-2 short:static!"
          >
            <div className="relative aspect-video max-lg:mx-auto max-lg:w-film max-lg:max-w-full">
              {picture}
            </div>
          </div>
        )}
        {children}
      </div>
      {chapters.length > 1 && (
        <nav
          aria-label="Contents"
          data-scrolls
          className="min-h-0 overflow-y-auto overscroll-contain max-lg:hidden 2xl:sticky 2xl:top-(--sidebar-top) 2xl:col-start-1 2xl:row-start-1 2xl:max-h-(--sidebar-height) 2xl:self-start"
        >
          <h2 className="mb-2 font-medium text-soft">Contents</h2>
          <Contents chapters={chapters} />
        </nav>
      )}
    </div>
  );
}
