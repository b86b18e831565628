// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Balances and the Transfer event of ERC-20; all tokens are minted to the contract's creator.
abstract contract Balances {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 1e30;
        emit Transfer(address(0), msg.sender, 1e30);
    }

    function move(address from, address to, uint256 value) internal {
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A token as defined by ERC-20.
contract PlainToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }
}

/// Returns nothing, like Tether's contract, and refuses addresses that its owner has listed.
contract SilentToken is Balances {
    mapping(address => bool) public refused;

    function refuse(address who) external {
        refused[who] = true;
    }

    function transfer(address to, uint256 value) external {
        require(!refused[to], "refused");
        move(msg.sender, to, value);
    }
}

/// Deducts a fee of one per cent from each transfer.
contract FeeToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value / 100;
        move(msg.sender, address(this), fee);
        move(msg.sender, to, value - fee);
        return true;
    }
}

/// After it is closed, transfers return false instead of failing.
contract FalseToken is Balances {
    bool public closed;

    function close() external {
        closed = true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (closed) return false;
        move(msg.sender, to, value);
        return true;
    }
}

/// A listed token that also emits events that look like transfers but are not.
contract OddToken is Balances {
    event Transfer(address indexed from, address indexed to, uint256 indexed id, uint256 more);

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    /// Emits the Transfer event of an NFT, in which the token id is a fourth topic.
    function emitNft(address to, uint256 id) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            mstore(0, id)
            log4(0, 32, topic, caller(), to, id)
        }
    }

    /// Emits a Transfer event with more than one word of data.
    function emitLong(address to, uint256 value) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            mstore(0, value)
            mstore(32, value)
            log3(0, 64, topic, caller(), to)
        }
    }

    /// Emits a Transfer event whose receiver is longer than an address.
    function emitWide(address to, uint256 value) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        uint256 wide = uint256(uint160(to)) | (1 << 200);
        assembly {
            mstore(0, value)
            log3(0, 32, topic, caller(), wide)
        }
    }
}

/// Claims that a listed token was transferred, which is false.
contract FakeLogs {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
