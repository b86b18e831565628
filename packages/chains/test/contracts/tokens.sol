// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Balances and the Transfer event of ERC-20; everything is minted to whoever creates the contract.
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

/// As ERC-20 has it.
contract PlainToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }
}

/// Answers nothing, as Tether's does, and refuses addresses that its owner has listed.
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

/// Keeps a hundredth of what is transferred.
contract FeeToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value / 100;
        move(msg.sender, address(this), fee);
        move(msg.sender, to, value - fee);
        return true;
    }
}

/// Answers false instead of failing, once it is closed.
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

/// A listed token that also has events that look like transfers and are none.
contract OddToken is Balances {
    event Transfer(address indexed from, address indexed to, uint256 indexed id, uint256 more);

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    /// As an NFT's: the number is a fourth topic.
    function emitNft(address to, uint256 id) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            mstore(0, id)
            log4(0, 32, topic, caller(), to, id)
        }
    }

    /// With more than one word of data.
    function emitLong(address to, uint256 value) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            mstore(0, value)
            mstore(32, value)
            log3(0, 64, topic, caller(), to)
        }
    }

    /// The receiver is longer than an address.
    function emitWide(address to, uint256 value) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        uint256 wide = uint256(uint160(to)) | (1 << 200);
        assembly {
            mstore(0, value)
            log3(0, 32, topic, caller(), wide)
        }
    }
}

/// Says that a listed token moved, which it did not.
contract FakeLogs {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
