import { useLoad } from '../../components/use-load.ts';
import { useService } from '../../stores/service-store.ts';
import { CreatedKey } from './created-key.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKeyForm } from './new-key-form.tsx';

export function ApiKeys() {
  const keys = useService((state) => state.keys);
  const created = useService((state) => state.createdKey);
  const loadKeys = useService((state) => state.loadKeys);

  useLoad(loadKeys);

  return (
    <div className="space-y-6">
      <p className="text-soft">
        A key lets a script use Steno on this computer. A test key works the same way but sees only
        test recordings.
      </p>
      <NewKeyForm />
      {created && <CreatedKey created={created} />}
      {keys && keys.length > 0 && (
        <ul
          aria-label="Keys"
          className="divide-y divide-line rounded-xl border border-line bg-panel shadow-panel"
        >
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {keys?.length === 0 && <p className="text-sm text-soft">There are no keys yet.</p>}
    </div>
  );
}
