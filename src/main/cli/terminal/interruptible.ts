/**
 * Runs `work`, whose signal Ctrl-C aborts. The command then ends with 130, but only once `work` has come to its end
 * and cleaned up after itself.
 */
export async function interruptible<Result>(
  work: (interrupt: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort(new Error('Stopped.'));
  process.once('SIGINT', onInterrupt);
  try {
    const result = await work(interrupt.signal);
    if (interrupt.signal.aborted) process.exit(130);
    return result;
  } catch (error) {
    if (interrupt.signal.aborted && error === interrupt.signal.reason) process.exit(130);
    throw error;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
