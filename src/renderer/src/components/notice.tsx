import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const LOOKS = {
  quiet: 'border-line bg-panel text-soft',
  warning: 'border-doubt bg-panel text-ink',
  danger: 'border-danger/30 bg-danger-wash text-danger',
};

type NoticeProps = { look?: keyof typeof LOOKS; icon: LucideIcon; children: ReactNode };

export function Notice({ look = 'quiet', icon: Icon, children }: NoticeProps) {
  return (
    <div
      className={`flex gap-3 rounded-lg border px-4 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 ${LOOKS[look]}`}
    >
      <Icon aria-hidden />
      <div className="min-w-0 flex-1 space-y-1">{children}</div>
    </div>
  );
}
