// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SourceForm } from './SourceForm';
import { renderAt } from './testing';

it('moves the focus to the file button when the chosen file is removed', async () => {
  await renderAt(<SourceForm target="parts" maxBytes={1_000} acceptsPictures onStarted={() => {}} />);
  const pictures = new File(['…'], 'Pictures.zip');
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [pictures] },
  });
  const remove = screen.getByRole('button', { name: 'Remove Pictures.zip' });
  remove.focus();
  fireEvent.click(remove);
  expect(screen.queryByText('Pictures.zip')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }));
});
