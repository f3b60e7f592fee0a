// @vitest-environment jsdom
import { UPLOAD_BYTES_MAX } from '@fairlead/contract/constants';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderAt } from '../../../test/render.tsx';
import { holdUploads, picture, type Transfer } from '../../../test/upload.ts';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { sentFileId, usePhoto } from '../../data/upload.ts';
import { PhotoField } from './PhotoField.tsx';

let transfers: readonly Transfer[];

function Probe() {
  const proof = usePhoto('deposit_proof');
  return (
    <>
      <PhotoField upload={proof} label="Proof" hint="All of it" />
      <output>{sentFileId(proof.photo) ?? 'none'}</output>
    </>
  );
}

const choose = async (file: File) => {
  const [input] = document.querySelectorAll('input[type=file]');
  await act(async () => {
    fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  });
};
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const begun = (index = 0): Transfer => {
  const transfer = transfers[index];
  if (transfer === undefined) throw new Error(`no transfer ${index}`);
  return transfer;
};

beforeEach(async () => {
  transfers = holdUploads();
  startSession({ token: 'a-token', user });
  await renderAt('/', <Probe />);
});

test('a picture leaves at once, with its purpose first and the session, and says how far it is', async () => {
  await choose(picture('proof.jpg'));
  expect([...begun().fields.keys()]).toEqual(['purpose', 'file']);
  expect(begun().fields.get('purpose')).toBe('deposit_proof');
  expect(begun().headers.get('authorization')).toBe('a-token');
  await begun().progress(0.43);
  expect(screen.getByText('Uploading, 43%')).toBeDefined();
  await begun().answer({ file_id: 71 });
  expect(screen.getByText('Uploaded')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('71');
});

test.each([
  ['too large', { size: UPLOAD_BYTES_MAX + 1 }, /^Out of allowable file size/],
  ['of another kind', { type: 'application/pdf' }, /^Choose a JPEG, PNG or WebP/],
  ['empty', { size: 0 }, /^This file is empty/],
])('a file that is %s never leaves (U1, U2)', async (_name, own, sentence) => {
  await choose(picture('proof', own));
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
  expect(transfers).toHaveLength(0);
});

test('exactly the limit is sent', async () => {
  await choose(picture('proof.png', { type: 'image/png', size: UPLOAD_BYTES_MAX }));
  expect(transfers).toHaveLength(1);
});

test("'Upload failed' offers the same picture again", async () => {
  await choose(picture('proof.jpg'));
  await begun().fail();
  expect(screen.getByRole('alert').textContent).toMatch(/^Upload failed\./);
  await press('Try again: Proof');
  await begun(1).answer({ file_id: 72 });
  expect(screen.getByRole('status').textContent).toBe('72');
});

test('what the server refuses for its size or kind asks for another picture', async () => {
  await choose(picture('proof.jpg'));
  await begun().refuse('file_type', 'Not a picture', 415);
  expect(screen.getByRole('alert').textContent).toMatch(/^Choose a JPEG/);
  expect(screen.queryByRole('button', { name: 'Try again: Proof' })).toBeNull();
});

test('removed while it is on its way, it is stopped and never counts', async () => {
  await choose(picture('proof.jpg'));
  await press('Stop: Proof');
  expect(begun().isAborted()).toBe(true);
  await begun().answer({ file_id: 73 });
  expect(screen.getByRole('status').textContent).toBe('none');
  expect(screen.getByText('All of it')).toBeDefined();
});

test('another picture takes the place of the first, whose late answer is not taken', async () => {
  await choose(picture('a.jpg'));
  await choose(picture('b.jpg'));
  await begun(1).answer({ file_id: 75 });
  await begun(0).answer({ file_id: 74 });
  expect(screen.getByRole('status').textContent).toBe('75');
});

test('a picture that cannot be shown says so and is sent all the same', async () => {
  await choose(picture('proof.jpg'));
  await act(async () => {
    fireEvent.error(document.querySelector('img') as HTMLImageElement);
  });
  expect(screen.getByText('Picture preview failed')).toBeDefined();
  await begun().answer({ file_id: 76 });
  expect(screen.getByRole('status').textContent).toBe('76');
});
