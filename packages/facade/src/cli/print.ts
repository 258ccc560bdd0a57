/** Prints a text and a line end to stdout, and waits until it is out: the process may end right after. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve());
  });
}
