import { ddl, INTEGER, KEYED, REAL, STRICT, TEXT } from './column-types.ts';

/** Settings, and what is known of this machine. Part of the first schema. */
export const machine = ddl`
  -- What differs from the defaults; values are JSON.
  CREATE TABLE settings (
    name ${TEXT} PRIMARY KEY,
    value ${TEXT} NOT NULL
  )${KEYED};

  -- How long stages took on this machine: sums of both, in which older recordings count less and less.
  -- 'device' is the id of a graphics card, or empty for the processor.
  CREATE TABLE real_time_factors (
    stage ${TEXT} NOT NULL,
    model ${TEXT} NOT NULL,
    device ${TEXT} NOT NULL,
    media_ms ${REAL} NOT NULL,
    wall_ms ${REAL} NOT NULL,
    PRIMARY KEY (stage, model, device)
  )${KEYED};

  -- Whether a graphics card, with this driver and this file of a model, hears what the processor hears.
  CREATE TABLE card_proofs (
    device ${TEXT} NOT NULL,
    driver ${TEXT} NOT NULL,
    model ${TEXT} NOT NULL,
    file ${TEXT} NOT NULL,
    verdict ${TEXT} NOT NULL,
    card_ms ${REAL},
    processor_ms ${REAL},
    strikes ${INTEGER} NOT NULL,
    PRIMARY KEY (device, driver, file)
  )${KEYED};

  -- Files of the watch folder that were taken in, as they were then.
  CREATE TABLE watched_files (
    path ${TEXT} PRIMARY KEY,
    bytes ${INTEGER} NOT NULL,
    modified_at ${REAL} NOT NULL
  )${STRICT};
`;
