import { useChat } from '../../lib/support.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { lazyPage } from '../lazy-page.tsx';
import { importChatPanel } from './chat-button.tsx';

const ChatPanel = lazyPage(() => importChatPanel().then((m) => m.ChatPanel), 'support');
const VisitorChat = lazyPage(() => import('../../ui/chat/visitor-chat.tsx').then((m) => m.VisitorChat), 'support');

/** The support chat while it is open: a client's conversation, or that of a visitor's browser. */
export function HelpChat({ isClient }: { readonly isClient: boolean }) {
  const { isOpen, close } = useChat();
  if (!isOpen) return null;
  return <LazyPart>{isClient ? <ChatPanel /> : <VisitorChat onClose={close} />}</LazyPart>;
}
