import { z } from 'zod';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * A number as addresses and forms spell it, such as `12` or `0.5`. What JavaScript also takes for a number, such as an
 * empty text (0) or `0x10`, is none.
 */
export const decimal = (number: z.ZodNumber | z.ZodInt) =>
  z.preprocess(
    (given) => (typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given),
    number,
  );
