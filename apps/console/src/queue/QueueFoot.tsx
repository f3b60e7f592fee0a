import { queueTexts } from '../texts/queue.ts';

const t = queueTexts.foot;

/** What the keys do in a queue. */
export function QueueFoot({ mayDecide }: { mayDecide: boolean }) {
  return (
    <>
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd> {t.move}
      </span>
      <span>
        <kbd>Enter</kbd> {t.open}
      </span>
      {mayDecide && (
        <>
          <span>
            <kbd>A</kbd> {t.approve}
          </span>
          <span>
            <kbd>R</kbd> {t.reject}
          </span>
        </>
      )}
      <span>{t.audited}</span>
    </>
  );
}
