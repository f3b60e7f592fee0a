/** Answers of the engine in frames: number, status, whether it is a replay, and the envelope as it is kept. */
import type { Outcome } from '../messages.ts';
import { type Packer, Unpacker } from './packing.ts';

export type AnswerOutcome = Extract<Outcome, { readonly kind: 'answer' }>;

export function packAnswer(packer: Packer, id: number, answer: AnswerOutcome): void {
  packer.frame(() => {
    packer.integer(id);
    packer.integer(answer.status);
    packer.integer(answer.isReplay ? 1 : 0);
    packer.text(answer.body);
  });
}

/** Gives each that can be read; who waits for another waits until its time is over. */
export function unpackAnswers(packed: Buffer, take: (id: number, answer: Outcome) => void): void {
  for (const frame of new Unpacker(packed).frames()) {
    let answer: readonly [id: number, answer: Outcome];
    try {
      answer = unpackAnswer(frame);
    } catch {
      continue;
    }
    take(...answer);
  }
}

function unpackAnswer(frame: Unpacker): readonly [id: number, answer: Outcome] {
  const id = frame.integer();
  const status = frame.integer();
  const isReplay = frame.integer() === 1;
  return [id, { kind: 'answer', status, isReplay, body: frame.text() }];
}
