import { ddl } from './column-types.ts';

/** What is asked of the queue with every claim and every request, so that a long one costs no more than a short one. */
export const queue = ddl`
  -- The status is the same in all rows of an index; with it SQLite prefers the index to others.
  -- Links whose recording must be fetched, in the order in which they are taken.
  CREATE INDEX transcriptions_to_fetch ON transcriptions(status, queue_place, seq, key_id)
    WHERE status = 'queued' AND source_host IS NOT NULL AND media_name IS NULL;
  -- Recordings that are here.
  CREATE INDEX transcriptions_to_work_on ON transcriptions(status, queue_place, seq, key_id)
    WHERE status = 'queued' AND (source_host IS NULL OR media_name IS NOT NULL);
  -- Those that were fetched ahead.
  CREATE INDEX transcriptions_fetched ON transcriptions(status, media_name)
    WHERE status = 'queued' AND media_name IS NOT NULL;
  -- The last one of each owner.
  CREATE INDEX transcriptions_of_owner ON transcriptions(key_id, queue_place)
    WHERE status = 'queued';
  -- All. With seq it would be taken for the ones above.
  CREATE INDEX transcriptions_waiting ON transcriptions(status, queue_place) WHERE status = 'queued';
`;
