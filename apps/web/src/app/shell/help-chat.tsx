import { useChat } from '../../lib/support.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { lazyPage } from '../lazy-page.tsx';
import { importChatPanel } from './chat-button.tsx';

const ChatPanel = lazyPage(() => importChatPanel().then((m) => m.ChatPanel), 'support');

/** Renders the support chat while it is open. */
export function HelpChat() {
  const isOpen = useChat((chat) => chat.isOpen);
  return isOpen ? (
    <LazyPart>
      <ChatPanel />
    </LazyPart>
  ) : null;
}
